import { Box, Text, type TextProps } from 'ink'
import type { ReactNode } from 'react'
import type { CellStyle } from '../../lib/cells/cell-style.ts'
import type { Row } from '../../lib/cells/row.ts'

/** Rows of styled runs as Ink's text. */
export function Rows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {rows.map((row, index) => (
        // A row has no identity except its index.
        <Box key={index} height={1}>
          <Text wrap="truncate">
            {row.map(({ text, style }, at) => (
              <Text key={at} {...textProps(style)}>
                {text}
              </Text>
            ))}
          </Text>
        </Box>
      ))}
    </Box>
  )
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
