const faults: string[] = []

/** What was written and is not as its schema says: the test that wrote it fails when it ends. */
export function foundFault(fault: string): void {
  faults.push(fault)
}

/** All that were found since this was last asked; for a test that writes such on purpose. */
export function takeFaults(): readonly string[] {
  return faults.splice(0)
}
