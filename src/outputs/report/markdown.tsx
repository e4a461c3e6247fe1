import { Lexer, walkTokens, type MarkedToken, type Token, type Tokens } from 'marked'
import type { ReactElement, ReactNode } from 'react'
import { decodeEntities } from '../../lib/text/character-references.ts'
import { capNesting } from '../../lib/text/markdown-lines.ts'
import { linkTarget, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'

interface MarkdownParts {
  /** Raw. */
  readonly text: string
  /** The level of its highest headings, 1 to 6. */
  readonly level: number
  /** Leaves out the heading that it begins with, since the one above it says the same. */
  readonly dropsHeading?: boolean
}

/** Longer texts are shown as they are written. */
const longest = 400_000
/** marked takes a quadratic time for many open marks: a paragraph with more is shown as it is written. */
const maxMarks = 1_500
const marks = /[*_~`[<]/g
/** It fills each row of a table up to the columns of its first one: a text that may have more cells is shown as it is written. */
const maxCells = 200_000
const tableRule = /^(?=.*\|)[|:\- >]+$/gm

/** An agent's markdown. All of it becomes text in elements that are made here: HTML stays source, and pictures are their words. */
export function Markdown({ text, level, dropsHeading = false }: MarkdownParts): ReactElement {
  const source = capNesting(safeText(text))
  const tokens = source.length > longest || mostCells(source) > maxCells ? null : tokensOf(source)
  if (tokens === null) return <pre>{source}</pre>
  const first = tokens.findIndex(({ type }) => type !== 'space')
  const shown = dropsHeading && tokens[first]?.type === 'heading' ? tokens.slice(first + 1) : tokens
  return <div className="markdown">{blocks(shown, headingLevels(shown, level))}</div>
}

/** The levels of the headings: as deep as the document around them, and none is left out on the way down. */
function headingLevels(tokens: readonly Token[], highest: number): Levels {
  const headings: Tokens.Heading[] = []
  void walkTokens([...tokens], (token) => {
    if (token.type === 'heading') headings.push(token as Tokens.Heading)
  })
  const top = headings.reduce((least, { depth }) => Math.min(least, depth), 6)
  let before = highest - 1
  return new Map(
    headings.map((heading) => {
      before = Math.min(6, before + 1, highest + heading.depth - top)
      return [heading, before]
    }),
  )
}

function mostCells(source: string): number {
  const columns = source.match(tableRule)?.map((rule) => rule.split('|').length) ?? []
  return columns.length === 0
    ? 0
    : columns.reduce((most, count) => Math.max(most, count)) * source.split('\n').length
}

/** null: the lexer gives up on it. */
function tokensOf(source: string): readonly Token[] | null {
  const lexer = new Lexer({ gfm: true })
  try {
    const tokens = lexer.blockTokens(source, [])
    for (const { src, tokens: into } of lexer.inlineQueue) {
      if ((src.match(marks)?.length ?? 0) > maxMarks) into.push({ type: 'text', raw: src, text: src })
      else lexer.inlineTokens(src, into)
    }
    return tokens
  } catch {
    return null
  }
}

type Levels = ReadonlyMap<Token, number>

function blocks(tokens: readonly Token[], levels: Levels): ReactNode {
  return tokens.map((token, index) => <Block key={index} token={token as MarkedToken} levels={levels} />)
}

function Block({ token, levels }: { readonly token: MarkedToken; readonly levels: Levels }): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${levels.get(token) ?? 6}` as 'h1'
      return <Heading>{inline(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>
    case 'text':
      return token.tokens === undefined ? words(token.text) : inline(token.tokens)
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{safeText(token.text)}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, levels)}</blockquote>
    case 'list':
      return <List token={token} levels={levels} />
    case 'table':
      return <Table token={token} />
    case 'hr':
      return <hr />
    case 'html':
      return <pre>{safeText(token.text.trimEnd())}</pre>
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    default:
      return inline([token])
  }
}

function List({ token, levels }: { readonly token: Tokens.List; readonly levels: Levels }): ReactElement {
  const items = token.items.map((item, index) => (
    <li key={index} className={item.task ? 'task' : undefined}>
      {item.task ? <TaskBox isChecked={item.checked === true} /> : null}
      {blocks(item.tokens, levels)}
    </li>
  ))
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>
}

function TaskBox({ isChecked }: { readonly isChecked: boolean }): ReactElement {
  return (
    <>
      <span
        className={isChecked ? 'box checked' : 'box'}
        role="img"
        aria-label={isChecked ? 'done' : 'not done'}
      >
        {isChecked ? '✓' : ''}
      </span>{' '}
    </>
  )
}

function Table({ token }: { readonly token: Tokens.Table }): ReactElement {
  const align = (index: number): string | undefined => token.align[index] ?? undefined
  return (
    <div className="scrolled" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} className={align(index)}>
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} className={align(index)}>
                  {inline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inline(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, index) => <Inline key={index} token={token as MarkedToken} />)
}

function Inline({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'del':
      return <del>{inline(token.tokens)}</del>
    case 'codespan':
      return <code>{safeText(token.text)}</code>
    case 'br':
      return <br />
    case 'escape':
      return safeText(token.text)
    case 'html':
      return /^<br\s*\/?>$/i.test(token.text.trim()) ? <br /> : <code>{safeText(token.text)}</code>
    case 'image':
      return words(token.text === '' ? token.href : token.text)
    case 'link': {
      const target = linkTarget(decodeEntities(token.href))
      if (target !== null)
        return (
          <a href={target} rel="noopener noreferrer nofollow">
            {inline(token.tokens)}
          </a>
        )
      const href = decodeEntities(token.href)
      return (
        <>
          {inline(token.tokens)}
          {token.text === token.href || href === '' ? null : <> ({safeLine(href.slice(0, 200))})</>}
        </>
      )
    }
    case 'text':
      return token.tokens === undefined ? words(token.text) : inline(token.tokens)
    case 'checkbox':
      return null
    default:
      return safeText(token.raw)
  }
}

/** marked has decoded some character references, and others are here, after the source was made safe: what they stand for is made safe. */
function words(text: string): SafeText {
  return safeText(decodeEntities(text))
}
