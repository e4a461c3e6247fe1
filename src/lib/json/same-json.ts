/**
 * Whether two values parsed from JSON are equal, whatever the order of keys. Not recursive, so it never throws, however deep they are
 * nested.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair
    if (Object.is(left, right)) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
    if (Array.isArray(left) !== Array.isArray(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      open.push([left[key as keyof typeof left], right[key as keyof typeof right]])
    }
  }
  return true
}
