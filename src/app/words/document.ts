/** The document of a plan: why it is not shown, what to know of the text that is, and where an edited one is kept. */
import { shortened } from '../../lib/text/wording.ts'
import { isBlankText, safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { nothingInIt } from './plan.ts'
import { unreachable } from '../../lib/result.ts'
import type { DeviceKind, ShownDocument, UnavailableReason } from '../ports/plan-document.ts'

/** Longer URIs are cut: a `data:` URI holds a whole document. */
const longestUri = 200

/** One or two sentences: what is wrong with the document, and how to mend it. Raw: make it safe before showing it. */
export function describeUnavailable(reason: UnavailableReason, uri: string): string {
  const name = shorten(uri)
  switch (reason.kind) {
    case 'missing':
      return `There is no file at ${place(reason.path, uri)}. It is shown as soon as it is written.`
    case 'not-in-a-folder':
      return `There is no file at ${place(reason.path, uri)}: a part of the path is a file and not a folder. It is shown as soon as that changes.`
    case 'unreadable':
      return `${place(reason.path, uri)} is not readable for you. It is shown when you have read permission on the file and its folders.`
    case 'directory':
      return `${place(reason.path, uri)} is a folder, and a plan must be a file. The agent has to name a file in it.`
    case 'device':
      return `${place(reason.path, uri)} is ${devices[reason.device]}, which is not read. The agent has to name a regular file.`
    case 'link-loop':
      return `${place(reason.path, uri)} is a symbolic link that points to itself. The file is shown when the link is fixed.`
    case 'name-too-long':
      return `The path in ${name} is longer than this system allows. The agent has to use a shorter one.`
    case 'read-failed':
      return `${place(reason.path, uri)} could not be read (${reason.cause}). It is retried until it succeeds.`
    case 'binary':
      return `${name} is not text that can be shown here: it is binary, or text in an encoding other than UTF-8 and UTF-16.`
    case 'relative':
      return `${name} is a relative path, and a plan's URI must be absolute: its folder is unknown. The agent has to send an absolute file: URI.`
    case 'path-without-scheme':
      return `${name} is a path and not a URI, so it is not read. ${suggested(reason.suggestion)}`
    case 'bad-uri':
      return `${name || 'The URI'} cannot be used: ${reason.cause}. The agent has to send a valid URI.`
    case 'other-host':
      return `${name} names a file on the machine “${reason.host}”, and only files of this machine are read. A local file: URI has three slashes: file:///folder/plan.md.`
    case 'on-another-machine':
      return `${place(reason.path, uri)} is on the agent’s machine, and only files of this one are read. If its folder is here too, mounted or as a copy, say where: --map-files FOLDER-THERE=FOLDER-HERE.`
    case 'link-leads-out':
      return `${place(reason.path, uri)} is behind a symbolic link that leads out of ${shorten(reason.folder)}, and only files below that folder are read for this agent.`
    case 'unknown-scheme':
      return `“${reason.scheme}:” in ${name} is not a kind of URI that can be read here. file:, data:, http: and https: are.`
    case 'needs-permission':
      return `${name} is on the network, and is only fetched on a screen, once, when you ask for it.`
    case 'fetch-refused':
      return `The server answered ${name} with status ${reason.status}${statusWords(reason.status)}.`
    case 'fetch-failed':
      return `${name} could not be fetched: ${reason.cause}.`
    case 'fetch-timeout':
      return `${name} did not arrive within ${Math.round(reason.afterMs / 1000)} seconds.`
    case 'too-many-redirects':
      return `${name} was redirected more than ${reason.limit} times, so it was given up.`
    case 'bad-redirect':
      return `${name} redirects to ${shorten(reason.target)}, which is not followed: only http: and https: are.`
    case 'too-many-open':
      return `${name} is not watched any more: only the last ${reason.limit} files are.`
    case 'not-recorded':
      return `What was in ${name} is not in the recording, and it is not read now: it may have changed since.`
    default:
      return unreachable(reason)
  }
}

/** What a reader should know about the shown text (cut, mended, redirected), a sentence each; mostly nothing. */
export function describeShown(document: ShownDocument): readonly string[] {
  const notes: string[] = []
  if (isBlankText(document.text)) notes.push(nothingInIt)
  if (document.truncatedToBytes !== undefined) {
    const all = document.sizeBytes > document.truncatedToBytes ? ` of ${mebibytes(document.sizeBytes)}` : ''
    notes.push(`Too large to show whole: this is the first ${mebibytes(document.truncatedToBytes)}${all}.`)
  }
  if (document.replacedCharacters !== undefined) {
    notes.push(`Not valid text: ${document.replacedCharacters} unreadable places are shown as “\uFFFD”.`)
  }
  if (document.fetchedFrom !== undefined) notes.push(`Redirected to ${shorten(document.fetchedFrom)}.`)
  return notes
}

const devices: Readonly<Record<DeviceKind, string>> = {
  pipe: 'a named pipe',
  socket: 'a socket',
  device: 'a device',
}

function place(path: string, uri: string): string {
  return uri === `file://${path}` ? shorten(uri) : `${shorten(path)} (${shorten(uri)})`
}

function suggested(suggestion: string | undefined): string {
  if (suggestion === undefined) return 'The agent has to send a file: URI.'
  return `Did the agent mean ${shorten(suggestion)}?`
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return ' (you may not see it)'
  if (status === 404 || status === 410) return ' (not there)'
  if (status >= 500) return ' (the server failed)'
  return ''
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MiB`
}

/** Said at the end about a file with a text of the user's. */
export function keptWords(file: string): SafeText {
  return safe`the text that you have edited is in ${safeLine(file)}`
}

function shorten(uri: string): string {
  return shortened(uri, longestUri)
}
