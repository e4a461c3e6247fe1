import { MemoryAcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'

/** Servers take no more than that in all headers of a request. */
const longestCookie = 16 * 1024

/** The cookies of one server, which cannot make them more and more. */
export class BoundedCookies extends MemoryAcpCookieStore {
  override store(headers: Parameters<MemoryAcpCookieStore['store']>[0]): void {
    super.store(headers)
    const sent = new Headers()
    this.apply(sent)
    if ((sent.get('Cookie') ?? '').length > longestCookie) this.clear()
  }
}
