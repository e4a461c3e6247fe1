import { render } from 'ink'
import type { InkOutput } from './ink-output.ts'
import { Screen, type ScreenProps } from './screen.tsx'

export interface InkTerminal {
  readonly stdin: NodeJS.ReadStream
  readonly output: InkOutput
}

/** Ink lays out the frame around the plan, and reads the keys, from now on. Its first picture comes within the call; returns how to end it. */
export function mountScreen(props: ScreenProps, { stdin, output }: InkTerminal): () => void {
  const ink = render(<Screen {...props} />, {
    stdout: output as unknown as NodeJS.WriteStream,
    stdin,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  return () => ink.unmount()
}
