import { spawn } from 'node:child_process'
import { pageAddress } from '../app/forms/page-address.ts'

export interface UrlOpenerOptions {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Tells the user that nothing could be opened, and why. */
  readonly onFailed: (words: string) => void
}

/**
 * Opens pages in the user's browser: that of $BROWSER, else the system's. Only http and https, never through a shell, and
 * without waiting: what becomes of it is not ours.
 */
export function urlOpener(options: UrlOpenerOptions): (url: string) => void {
  return (url) => {
    const address = pageAddress(url)
    if (!address.ok) return
    const { browsers, isFinal } = namedBrowsers(options)
    const openers = [...browsers, ...(isFinal ? [] : [systemOpener(options.platform)])]
    openWith(openers, address.value.href, options)
  }
}

interface Opener {
  readonly command: string
  readonly args: readonly string[]
  /** It ends at once, and its status says whether it could: a browser's own does not. */
  readonly tellsByStatus: boolean
}

function openWith([opener, ...others]: readonly Opener[], href: string, options: UrlOpenerOptions): void {
  if (opener === undefined) {
    options.onFailed('No browser could be started: the address can be copied from the question.')
    return
  }
  const { command, tellsByStatus } = opener
  const args = opener.args.includes('%s')
    ? opener.args.map((arg) => (arg === '%s' ? href : arg))
    : [...opener.args, href]
  const child = spawn(command, args, { detached: true, stdio: 'ignore' })
  child.on('error', () => openWith(others, href, options))
  child.on('exit', (code) => {
    if (tellsByStatus && code !== null && code !== 0)
      options.onFailed(`${command} could not open the page (status ${code}): its address can be copied.`)
  })
  child.unref()
}

/** $BROWSER: programs with colons between, each perhaps with arguments, of which `%s` is the address; `none` for none at all. */
function namedBrowsers({ environment, platform }: UrlOpenerOptions): {
  readonly browsers: readonly Opener[]
  readonly isFinal: boolean
} {
  const named = environment['BROWSER']?.trim() ?? ''
  if (named === 'none') return { browsers: [], isFinal: true }
  // A colon stands in every path of Windows.
  const commands = platform === 'win32' ? [named] : named.split(':')
  const browsers = commands.flatMap((words): readonly Opener[] => {
    const [command = '', ...args] = words.trim().split(/\s+/)
    return command === '' ? [] : [{ command, args, tellsByStatus: false }]
  })
  return { browsers, isFinal: false }
}

function systemOpener(platform: NodeJS.Platform): Opener {
  switch (platform) {
    case 'darwin':
      return { command: 'open', args: [], tellsByStatus: true }
    case 'win32':
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'], tellsByStatus: true }
    default:
      return { command: 'xdg-open', args: [], tellsByStatus: true }
  }
}
