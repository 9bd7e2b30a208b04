/* Narrows: the page */
