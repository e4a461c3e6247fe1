import type { ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { pageAddress } from '../app/forms/page-address.ts'
import { programSpawn } from '../system/child-processes.ts'

export interface UrlOpenerOptions {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The page could not be opened. */
  readonly onFailed: (text: string) => void
}

/**
 * Opens pages in the user's browser: the programs in $BROWSER, else the system's. Only http and https, never through a shell. It
 * does not wait for the browser.
 */
export function urlOpener(options: UrlOpenerOptions): (url: string) => void {
  return (url) => {
    const address = pageAddress(url)
    if (!address.ok) return
    void openWith(openersOf(options), address.value.href, options)
  }
}

/** Opens a file that this program has made in the same way. */
export async function openPage(file: string, options: UrlOpenerOptions): Promise<void> {
  await openWith(openersOf(options), pathToFileURL(file).href, options)
}

interface Opener {
  readonly command: string
  readonly args: readonly string[]
  /** Its exit status says whether the page was opened. A browser's does not. */
  readonly hasStatus: boolean
}

async function openWith(
  [opener, ...others]: readonly Opener[],
  href: string,
  options: UrlOpenerOptions,
): Promise<void> {
  if (opener === undefined) {
    options.onFailed('No browser could be started: the address can be copied from the question.')
    return
  }
  const { command, hasStatus } = opener
  const args = opener.args.includes('%s')
    ? opener.args.map((arg) => (arg === '%s' ? href : arg))
    : [...opener.args, href]
  const spawn = await programSpawn(options.platform)
  const failed = (): void => void openWith(others, href, options)
  let child: ChildProcess
  try {
    child = spawn(command, args, { detached: true, stdio: 'ignore' })
  } catch {
    failed()
    return
  }
  child.on('error', failed)
  child.on('exit', (code) => {
    if (hasStatus && code !== null && code !== 0)
      options.onFailed(`${command} could not open the page (status ${code}): its address can be copied.`)
  })
  child.unref()
}

/** $BROWSER: commands separated by colons, with `%s` for the address; `none`: no browser. The system's opener comes last. */
function openersOf({ environment, platform }: UrlOpenerOptions): readonly Opener[] {
  const named = environment['BROWSER']?.trim() ?? ''
  if (named === 'none') return []
  // Paths of Windows contain colons.
  const commands = platform === 'win32' ? [named] : named.split(':')
  const browsers = commands.flatMap((words): readonly Opener[] => {
    const [command = '', ...args] = words.trim().split(/\s+/)
    return command === '' ? [] : [{ command, args, hasStatus: false }]
  })
  return [...browsers, systemOpener(platform)]
}

function systemOpener(platform: NodeJS.Platform): Opener {
  if (platform === 'win32')
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'], hasStatus: true }
  return { command: platform === 'darwin' ? 'open' : 'xdg-open', args: [], hasStatus: true }
}
