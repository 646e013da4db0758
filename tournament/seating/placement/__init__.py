"""Who is which point of a design: by lot, clubs along the columns, vacancies where they bother nobody twice."""
