import type { Buffer } from 'node:buffer'
import { Pieces } from '../../pieces.ts'
import { RemoteFailure } from '../remote-failure.ts'
import { messageLimitBytes } from '../web/web-route.ts'

/** All of a body that is one message. */
export async function wholeBody(response: Response): Promise<Buffer> {
  const chunks = new Pieces()
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > messageLimitBytes) {
      throw new RemoteFailure(`the agent sent a message over ${messageLimitBytes / 1024 / 1024} MiB`)
    }
    chunks.push(chunk)
  }
  return chunks.take()
}

export function cookiesOf(response: Response): [string, string][] {
  return response.headers.getSetCookie().map((cookie) => ['Set-Cookie', cookie])
}

/** In lower case and without parameters; '' where there is none. */
export function contentType(response: Response): string {
  return (response.headers.get('Content-Type') ?? '').replace(/;.*/, '').trim().toLowerCase()
}
