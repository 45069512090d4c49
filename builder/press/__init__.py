"""The press: papers are set in processes of their own, a few at a time, each within limits.

A site has one press, a process that the first web process in need of it starts. Web processes hand it orders
over a socket; it keeps the queue, feeds its setters, which do the work, and keeps what they have set in a
cache. Nothing here imports Django or anything else of the program: a setter is to be small.
"""
