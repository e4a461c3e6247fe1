import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findChromium } from '../../../.tools/find-chromium.mjs'
import { emptyFolder } from '../../support/empty-folder.ts'
import { runApp } from '../../support/run-app.ts'

const executablePath = findChromium()

/** null: no Chromium is installed. */
export const browserPath = executablePath

let browser: Promise<Browser> | null = null

const reports = new Map<string, Buffer>()

/** Renders a recording with the program as it is shipped, once. Returns the file. */
export async function reportOf(trace: string, options: readonly string[] = []): Promise<string> {
  const folder = emptyFolder()
  const [recording, file] = [path.join(folder, 'run.ndjson'), path.join(folder, 'run.html')]
  const key = `${options.join(' ')}\n${trace}`
  const known = reports.get(key)
  if (known === undefined) {
    writeFileSync(recording, trace)
    expect(await runApp({ args: ['render', recording, '-o', file, ...options] })).toMatchObject({
      code: 0,
      stderr: '',
    })
    reports.set(key, readFileSync(file))
  } else writeFileSync(file, known)
  return file
}

export interface OpenedReport {
  readonly page: Page
  /** What it asked for besides itself, what it logged, and errors in it. */
  readonly said: readonly string[]
}

/** Opens a file in the browser, as a reader does. Call it inside a test. */
export async function openReport(
  file: string,
  options: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<OpenedReport> {
  if (executablePath === null) throw new Error('no Chromium')
  browser ??= chromium.launch({ executablePath })
  const { fragment = '', ...context } = options
  const opened = await (await browser).newContext(context)
  onTestFinished(() => opened.close())
  const page = await opened.newPage()
  const said: string[] = []
  const address = pathToFileURL(file).href
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) said.push(`asked for ${request.url()}`)
  })
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(address + fragment)
  return { page, said }
}

/** To be called after all tests of a file. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = null
}
