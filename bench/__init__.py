"""Measurements that are not tests: of speed, of many writers, and of slow clients."""
