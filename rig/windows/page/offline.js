// Stands for the offline copy.
