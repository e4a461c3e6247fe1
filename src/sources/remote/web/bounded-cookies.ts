import { MemoryAcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'

/** Servers accept no more in all headers of a request. */
const longestCookie = 16 * 1024

/** The cookies of one server, in a bounded amount of memory. */
export class BoundedCookies extends MemoryAcpCookieStore {
  override store(headers: Parameters<MemoryAcpCookieStore['store']>[0]): void {
    super.store(headers)
    const sent = new Headers()
    this.apply(sent)
    if ((sent.get('Cookie') ?? '').length > longestCookie) this.clear()
  }
}
