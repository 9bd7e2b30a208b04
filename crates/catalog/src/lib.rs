//! Known chipsets, processors, drives and PCI ids, each fact with its source.
