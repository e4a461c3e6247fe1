import chalk from 'chalk'
import { measureElement, render, Box, Text, type DOMElement, type TextProps } from 'ink'
import { useKeys } from './ink-keys.ts'
import type { TerminalKeys } from '../../app/ports/terminal-keys.ts'
import type { InkOutput } from './ink-output.ts'
import {
  createContext,
  memo,
  useContext,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import {
  isCanvas,
  isSamePart,
  type ScreenStore,
  type CanvasView,
  type PartView,
  type ScreenView,
} from '../stack/screen-view.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { CellStyle } from '../../lib/cells/cell-style.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import type { Look } from '../paint/look.ts'
import { fit, layRows, paintParts } from '../rows/lay-rows.ts'
import type { Bar as BarForm, RowForm } from '../rows/row-form.ts'

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

/** The screen: the parts of its view model from top to bottom (`stack/screen-view.ts`). Each knows nothing but its own view. */
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

/**
 * A part of the screen. What it shows is computed before React, in its view model: pictures are drawn from the same view models
 * without React. So a component only decides how the forms reach the terminal: as Ink's text, or, if they change with updates of a
 * plan, as a canvas.
 */
export const Part = memo(
  function Part({ view }: { readonly view: PartView }): ReactNode {
    return isCanvas(view) ? <Canvas view={view} /> : <Forms {...view} />
  },
  (before, after) => isSamePart(before.view, after.view),
)

/**
 * An area of the screen whose rows `paint/painter.ts` paints, like a `<canvas>` in a page. Ink composes and tokenises the whole
 * screen for each commit, which takes 5 to 8 ms for 120×40 on a usual machine, and plans change 20 times a second and more; the
 * painter takes 0.5 ms for an update of a checklist and writes some 30 bytes. So the parts that change with every update are
 * canvases: Ink lays them out, and renders them again only if their number of rows changes.
 */
function Canvas({ view }: { readonly view: CanvasView }): ReactNode {
  return <Box ref={useCanvas(view.kind)} height={view.rows.length} flexShrink={0} />
}

/*
 * The forms of rows as Ink's text: each draws what `layRows` lays out, so that pictures without React are the same.
 */

interface FormProps<Form extends RowForm> {
  readonly form: Form
  readonly look: Look
}

function Forms({ forms, look }: { readonly forms: readonly RowForm[]; readonly look: Look }): ReactNode {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {forms.map((form, at) =>
        // A form has no identity except its place.
        form.form === 'bar' ? (
          <Bar key={at} form={form} look={look} />
        ) : (
          <Lines key={at} form={form} look={look} />
        ),
      )}
    </Box>
  )
}

/** A row with its parts, each a text of its own. */
function Bar({ form, look }: FormProps<BarForm>): ReactNode {
  return (
    <Line>
      {fit(form, look).map((part) => (
        <Runs key={part.from} row={paintParts([part], look.theme)} />
      ))}
    </Line>
  )
}

/** The rows of a wrapped text, an input, a rule, or of what is drawn elsewhere. */
function Lines({ form, look }: FormProps<RowForm>): ReactNode {
  return layRows(form, look).rows.map((row, at) => (
    <Line key={at}>
      <Runs row={row} />
    </Line>
  ))
}

function Line({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Box height={1}>
      <Text wrap="truncate">{children}</Text>
    </Box>
  )
}

function Runs({ row }: { readonly row: Row }): ReactNode {
  return row.map(({ text, style }, at) => (
    <Text key={at} {...textProps(style)}>
      {text}
    </Text>
  ))
}

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

function textProps({ bold, dim, italic, underline, inverse, struck, fg, bg }: CellStyle): TextProps {
  return {
    bold,
    dimColor: dim,
    italic,
    underline,
    inverse,
    strikethrough: struck,
    ...(fg === null ? {} : { color: colourName(fg) }),
    ...(bg === null ? {} : { backgroundColor: colourName(bg) }),
  }
}

function colourName(fg: number | string): string {
  if (typeof fg === 'string') return fg
  const colour = colours[fg]
  const bright = colours[fg - 8]
  return colour ?? (bright === undefined ? `ansi256(${fg})` : `${bright}Bright`)
}

type CanvasKind = CanvasView['kind']

interface Box {
  readonly y: number
  readonly height: number
}

/** Puts the rows of the canvases where Ink has laid out their boxes. */
export class CanvasLayer {
  readonly #nodes = new Map<CanvasKind, DOMElement>()
  readonly #boxes = new Map<CanvasKind, Box>()

  /** Adds a mounted canvas; returns how to remove it. */
  add(kind: CanvasKind, node: DOMElement): () => void {
    this.#nodes.set(kind, node)
    return () => {
      this.#nodes.delete(kind)
      this.#boxes.delete(kind)
    }
  }

  /** Has to be called when Ink has laid out its boxes again. */
  moved(): void {
    this.#boxes.clear()
  }

  /** Ink's picture with the rows of all canvases; null while one of them is not mounted. */
  over(picture: readonly Row[], view: ScreenView): readonly Row[] | null {
    const rows = [...picture]
    for (const part of view.parts) {
      if (!isCanvas(part)) continue
      const box = this.#boxOf(part.kind)
      if (box === null) return null
      for (let index = 0; index < box.height; index++) rows[box.y + index] = part.rows[index] ?? emptyRow
    }
    return rows
  }

  #boxOf(kind: CanvasKind): Box | null {
    const known = this.#boxes.get(kind)
    if (known !== undefined) return known
    const node = this.#nodes.get(kind)
    if (node === undefined) return null
    const box = measureElement(node)
    this.#boxes.set(kind, box)
    return box
  }
}

/** The layer of the canvases, which never changes. */
const CanvasContext = createContext<CanvasLayer | null>(null)

/** The view model of the screen, including its size; renders again when Ink has something to draw. */
function useScreen(store: ScreenStore): ScreenView {
  return useSyncExternalStore(store.subscribe, store.drawn)
}

/** Where Ink has to lay out a canvas: the box that gets this ref. */
function useCanvas(kind: CanvasView['kind']): RefObject<DOMElement | null> {
  const layer = useContext(CanvasContext)
  const box = useRef<DOMElement>(null)
  useLayoutEffect(() => (box.current === null ? undefined : layer?.add(kind, box.current)), [kind, layer])
  return box
}
