// The lines that did not match their schema. Apart from the checks, which load the schemas.

const faults: string[] = []

/** Notes a line that does not match its schema: the test that wrote it fails when it ends. */
export function foundFault(fault: string): void {
  faults.push(fault)
}

/** The faults since the last call; for tests that write invalid lines on purpose. */
export function takeFaults(): readonly string[] {
  return faults.splice(0)
}
