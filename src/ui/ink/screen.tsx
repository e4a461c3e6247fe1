import { Box, Text, useInput, usePaste } from 'ink'
import { memo, useSyncExternalStore, type ReactNode } from 'react'
import { isSameBar, type Bar } from '../chrome/bar.ts'
import { keyPresses, type KeyPress } from '../keys/key-press.ts'
import type { ChromeStore } from './chrome-store.ts'

export interface ScreenProps {
  readonly store: ChromeStore
  readonly onKey: (press: KeyPress) => void
  readonly onPaste: (text: string) => void
}

/**
 * The frame around the plan. Ink lays it out and reads the keys; the plan itself and the other canvases, whose rows change with
 * every update, are put in their places by the frame loop.
 */
export function Screen({ store, onKey, onPaste }: ScreenProps): ReactNode {
  const chrome = useSyncExternalStore(store.subscribe, store.get)
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) onKey(press)
  })
  usePaste(onPaste)
  return (
    <Box flexDirection="column" width={chrome.columns}>
      <BarRow bar={chrome.header} />
      <BarRow bar={chrome.tabs} />
      <BarRows bars={chrome.notice} />
      <BarRows bars={chrome.input} />
      <BarRow bar={chrome.hints} />
    </Box>
  )
}

function BarRows({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  // Rows have no identity but their place.
  return bars.map((item, index) => <BarRow key={index} bar={item} />)
}

const BarRow = memo(
  function BarRow({ bar }: { readonly bar: Bar }): ReactNode {
    if (bar.isCanvas) return <Box height={1} />
    return (
      <Box justifyContent="space-between" height={1}>
        <Text wrap="truncate">{bar.left === '' ? ' ' : bar.left}</Text>
        {bar.right === '' ? null : (
          <Box flexShrink={0}>
            <Text wrap="truncate">{bar.right}</Text>
          </Box>
        )}
      </Box>
    )
  },
  (before, after) => isSameBar(before.bar, after.bar),
)
