/**
 * What may stand between the folders of a path: slashes and backslashes, these as often as escaping has doubled them, and
 * both percent-encoded, which may have been encoded again.
 */
export const separator = String.raw`(?:\\{0,8}\/|\\{1,8}|%(?:25){0,3}(?:2[Ff]|5[Cc]))`
