// Where a Chromium is that the tests of reports can drive, and what is said where there is none.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = {
  darwin: ['/Applications/Chromium.app/Contents/MacOS', '/Applications/Google Chrome.app/Contents/MacOS'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application'],
}

/** The path of a Chromium; null: there is none. */
export function findChromium(env = process.env) {
  const folders = [...(env.PATH ?? '').split(path.delimiter), ...(elsewhere[process.platform] ?? [])]
  const files =
    process.platform === 'win32'
      ? ['chrome.exe']
      : [...names, ...(process.platform === 'darwin' ? ['Chromium', 'Google Chrome'] : [])]
  const paths = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => files.map((file) => path.join(folder, file)))
  return paths.find(isProgram) ?? null
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const withoutChromium =
  'left out: the tests of reports in a browser, since no Chromium is installed (Debian: apt-get install chromium)'
