const longestPath = 4096

/** The `file:` URI of an absolute path on the agent's machine; null for a relative one. */
export function fileUri(path: string): string | null {
  if (path.length > longestPath) return null
  if (/^file:\/\/\//i.test(path)) return path
  const slashed = path.replaceAll('\\', '/')
  const isWindows = /^[a-z]:\//i.test(slashed)
  if (!isWindows && !path.startsWith('/')) return null
  try {
    const parts = (isWindows ? slashed.slice(2) : path).split('/').map(encodeURIComponent)
    return `file://${isWindows ? `/${slashed.slice(0, 2)}` : ''}${parts.join('/')}`
  } catch {
    // A lone surrogate cannot be encoded.
    return null
  }
}
