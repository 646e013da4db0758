"""Acts of the jury: penalties, rulings, answers to calls, appeals."""
