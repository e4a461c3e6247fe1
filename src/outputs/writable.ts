/** JSON can be read deeper than it can be written: a value that cannot gives another that says so. */
export function writable<T>(value: T): T | { readonly error: string } {
  try {
    JSON.stringify(value)
    return value
  } catch {
    return { error: 'too deep to write' }
  }
}
