/**
 * Characters that every terminal draws one column wide, each of which is a user-perceived character of its own: the
 * letters of Latin, Greek and Cyrillic, arrows, box drawing and the signs of our own screen. Emoji, ideographs and marks
 * are not among them. A text of these is as wide as it is long.
 */
export const singleWidth =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u2319\u2400-\u2426\u2500-\u25fc\u2610\u2611\u2713\u2717]*$/
