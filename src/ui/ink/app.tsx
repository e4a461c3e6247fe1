import { Box } from 'ink'
import { memo, useLayoutEffect, type ReactNode } from 'react'
import type { CanvasLayer } from './canvas-layer.ts'
import type { ScreenStore } from './screen-store.ts'
import { CanvasContext, useKeys, useScreen } from './hooks.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { isSamePart, type PartView } from '../stack/screen-view.ts'
import { Form, Header, KeyHints, Main, Notice, PromptLine, Question, StatusLine, TabBar } from './parts.tsx'

export interface AppProps {
  readonly store: ScreenStore
  readonly canvases: CanvasLayer
  readonly onKey: (press: KeyPress) => void
  readonly onPaste: (text: string) => void
  /** Called after each commit of React, when Ink has laid out all canvases. */
  readonly onCommit: () => void
}

/**
 * The screen. Its parts come from the view model from top to bottom (`stack/screen-view.ts`); each is a component that knows
 * nothing but its own view.
 */
export function App({ store, canvases, onKey, onPaste, onCommit }: AppProps): ReactNode {
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

interface PartProps {
  readonly view: PartView
}

const Part = memo(
  function Part({ view }: PartProps): ReactNode {
    switch (view.kind) {
      case 'header':
        return <Header view={view} />
      case 'tab-bar':
        return <TabBar view={view} />
      case 'plan-pane':
      case 'panel':
      case 'picker':
        return <Main view={view} />
      case 'question-dialog':
        return <Question view={view} />
      case 'form':
        return <Form view={view} />
      case 'notice':
        return <Notice view={view} />
      case 'status-line':
        return <StatusLine view={view} />
      case 'prompt-line':
        return <PromptLine view={view} />
      case 'key-hints':
        return <KeyHints view={view} />
    }
  },
  (before, after) => isSamePart(before.view, after.view),
)
