// Stands in for node-emoji: we never turn `:name:` into a picture, and its table costs 30 ms to load.
export function get() {
  return undefined
}
