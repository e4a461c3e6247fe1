import { cellRowText } from '../../lib/cells/cell-row.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { Picture, PictureOptions, WritePiece } from '../../outputs/pictures/picture.ts'
import { screenOptions, type LoadPicture, type ResultFormat } from './result-format.ts'

export const xhtml: ResultFormat = {
  ending: 'xhtml',
  suggestedFor: ['xht'],
  description: 'the screen as a page',
  isScreenCapture: true,
  options: ['at', { option: 'history', help: 'a page of every screen' }, ...screenOptions],
  async createExporter(parts) {
    const load: LoadPicture = async () => await Promise.resolve(openHtml)
    return parts.options.showsHistory ? await parts.everyScreen(load) : await parts.still(load, ['at'])
  },
}

/** Each screen that it is given, one below the other. */
function openHtml({ title }: PictureOptions, write: WritePiece): Picture {
  write(`<!doctype html>\n<meta charset="utf-8">\n<title>${escaped(safeLine(title ?? 'Plans'))}</title>\n`)
  return {
    frame: (_atMs, { rows }) =>
      write(`<pre>\n${rows.map((row) => `${escaped(cellRowText(row).trimEnd())}\n`).join('')}</pre>\n`),
    mark() {},
    end() {},
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
