import { Box, Text, type TextProps } from 'ink'
import type { ReactNode } from 'react'
import type { CellStyle } from '../../lib/cells/cell-style.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { Look } from '../paint/look.ts'
import { fit, layRows, paintParts } from '../rows/lay-rows.ts'
import type { Bar as BarForm, RowForm } from '../rows/row-form.ts'

/*
 * The forms of rows as Ink's text: each draws what `layRows` lays out, so that pictures without React are the same.
 */

interface Props<Form extends RowForm> {
  readonly form: Form
  readonly look: Look
}

/** Forms below each other. */
export function Forms({
  forms,
  look,
}: {
  readonly forms: readonly RowForm[]
  readonly look: Look
}): ReactNode {
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
function Bar({ form, look }: Props<BarForm>): ReactNode {
  return (
    <Line>
      {fit(form, look).map((part) => (
        <Runs key={part.from} row={paintParts([part], look.theme)} />
      ))}
    </Line>
  )
}

/** The rows of a wrapped text, an input, a rule, or of what is drawn elsewhere. */
function Lines({ form, look }: Props<RowForm>): ReactNode {
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

function textProps({ bold, dim, italic, underline, inverse, struck, fg }: CellStyle): TextProps {
  return {
    bold,
    dimColor: dim,
    italic,
    underline,
    inverse,
    strikethrough: struck,
    ...(fg === null ? {} : { color: colourName(fg) }),
  }
}

function colourName(fg: number | string): string {
  if (typeof fg === 'string') return fg
  const colour = colours[fg]
  const bright = colours[fg - 8]
  return colour ?? (bright === undefined ? `ansi256(${fg})` : `${bright}Bright`)
}
