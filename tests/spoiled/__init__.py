"""A second filler and spoiler of printed score sheets, which shares nothing with the reader nor with `tests.filled`.

blanks    the printed sheets of several events, as pictures, and where their bubbles are
results   what is played: rows that the rules allow, as the bubbles a writer wants read
ink       pens and what they leave on paper
gestures  the movements of a hand, in millimetres
hands     people: a pen, a movement, a size, a habit; and any others, by lot
filling   a sheet filled by some of them, and the record of every mark
slips     what goes wrong in a row, and what falls on paper
foot      signatures, substitutes, totals, notes
scanners, cameras   how the paper becomes a file
sheets    sheet number 17, always the same
write     many sheets in a folder, with their truth
judge     what a reader said of them
"""
