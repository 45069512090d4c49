"""The editions that come with the program: their files, and the code that reads, checks and stores them."""
