import chalk from 'chalk'
import { render } from 'ink'
import { App, type AppProps } from './app.tsx'
import { CanvasLayer } from './canvas-layer.ts'
import type { TerminalKeys } from '../../app/ports/terminal-keys.ts'
import type { InkOutput } from './ink-output.ts'

export interface InkTerminal {
  readonly keys: TerminalKeys
  readonly output: InkOutput
}

export interface MountedApp {
  readonly canvases: CanvasLayer
  /** Writes nothing: the caller restores the terminal. */
  unmount(): void
}

/** Mounts the components: Ink lays out the screen and reads the keys. The first picture is written before this returns. */
export function mountApp(props: Omit<AppProps, 'canvases'>, { keys, output }: InkTerminal): MountedApp {
  // The theme decides about colours, so Ink's chalk must not read the environment.
  chalk.level = 1
  const canvases = new CanvasLayer()
  const ink = render(<App {...props} canvases={canvases} />, {
    stdout: output as unknown as NodeJS.WriteStream,
    stdin: keys as unknown as NodeJS.ReadStream,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  return {
    canvases,
    unmount() {
      output.close()
      ink.unmount()
    },
  }
}
