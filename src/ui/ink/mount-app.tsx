import chalk from 'chalk'
import { render, Box } from 'ink'
import { CanvasLayer } from './canvas-layer.ts'
import type { TerminalKeys } from '../../app/ports/terminal-keys.ts'
import type { InkOutput } from './ink-output.ts'
import { useLayoutEffect, type ReactNode } from 'react'
import type { ScreenStore } from '../stack/screen-view.ts'
import { CanvasContext, useKeys, useScreen } from './hooks.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { Part } from './parts.tsx'

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
  // The theme has the colours that the terminal shows, so Ink's chalk must not read the environment.
  chalk.level = 3
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

interface AppProps {
  readonly store: ScreenStore
  readonly canvases: CanvasLayer
  readonly onKey: (press: KeyPress) => void
  readonly onPaste: (text: string) => void
  /** Called after each commit of React, when Ink has laid out all canvases. */
  readonly onCommit: () => void
}

/**
 * The screen. Its parts come from the view model from top to bottom (`stack/screen-view.ts`, which names them); each knows nothing
 * but its own view.
 */
function App({ store, canvases, onKey, onPaste, onCommit }: AppProps): ReactNode {
  const screen = useScreen(store)
  useKeys(onKey, onPaste)
  useLayoutEffect(onCommit)
  return (
    <CanvasContext value={canvases}>
      <Box flexDirection="column" width={screen.columns}>
        {screen.parts.map((view) => (
          <Part key={view.kind} view={view} />
        ))}
      </Box>
    </CanvasContext>
  )
}
