import type { UnavailableReason } from '../../src/app/ports/plan-document.ts'

const path = '/a/plan.md'
/** Each reason why a document cannot be shown. */
export const unavailableReasons: readonly UnavailableReason[] = [
  { kind: 'missing', path },
  { kind: 'not-in-a-folder', path },
  { kind: 'unreadable', path },
  { kind: 'directory', path },
  { kind: 'device', path, device: 'pipe' },
  { kind: 'link-loop', path },
  { kind: 'name-too-long', path },
  { kind: 'read-failed', path, cause: 'EIO' },
  { kind: 'binary' },
  { kind: 'relative' },
  { kind: 'path-without-scheme', suggestion: 'file:///a/plan.md' },
  { kind: 'bad-uri', cause: 'it has control characters in it' },
  { kind: 'other-host', host: 'server' },
  { kind: 'on-another-machine', path },
  { kind: 'link-leads-out', path, folder: '/a' },
  { kind: 'unknown-scheme', scheme: 'ftp' },
  { kind: 'needs-permission' },
  { kind: 'fetch-refused', status: 404 },
  { kind: 'fetch-failed', cause: 'there is no such host (ENOTFOUND)' },
  { kind: 'fetch-timeout', afterMs: 15_000 },
  { kind: 'too-many-redirects', limit: 5 },
  { kind: 'bad-redirect', target: 'file:///etc/passwd' },
  { kind: 'too-many-open', limit: 100 },
  { kind: 'not-recorded' },
]
