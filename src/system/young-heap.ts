/** By then a run has loaded its screen. */
export const settledAfterMs = 700

/** V8 writes an error to stderr where it does not know a setting. It has known this one for long; nobody knows for how long still. */
const lastTriedNode = 24

/**
 * Stops the growth of V8's young generation for this process. It would grow to 48 MB where many short-lived objects are made, as by a
 * stream of updates, while what a run needs fits in a few MB.
 */
export async function stopYoungHeapGrowth(): Promise<void> {
  if (Number.parseInt(process.versions.node) > lastTriedNode) return
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
}
