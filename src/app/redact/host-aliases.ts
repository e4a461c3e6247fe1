import { Aliases, hostNames, ipv4Addresses, ipv6Addresses } from './aliases.ts'

/** What stands for hosts: `host1` for a bare name, `host1.example` for the same machine with its domain. */
export class HostAliases {
  readonly #hosts = new Aliases(hostNames)
  readonly #v4 = new Aliases(ipv4Addresses)
  readonly #v6 = new Aliases(ipv6Addresses)
  /** Bare names whose machine has other names that begin so. */
  readonly #machines = new Set<string>()

  /** A machine's bare name: with a domain behind it it is the same machine. */
  addMachine(label: string): void {
    this.#machines.add(label.toLowerCase())
    this.#hosts.of(label.toLowerCase())
  }

  of(host: string): string {
    const folded = host.toLowerCase().replace(/\.$/, '')
    const [label = ''] = folded.split('.')
    if (label === folded) return this.#hosts.of(folded)
    return `${this.#hosts.of(this.#machines.has(label) ? label : folded)}.example`
  }

  notice(host: string): void {
    this.#hosts.notice(host.toLowerCase().replace(/\.example$/, ''))
  }

  isAlias(host: string): boolean {
    return this.#hosts.isAlias(host.toLowerCase().replace(/\.example$/, ''))
  }

  ofV4(address: string): string {
    return this.#v4.of(address)
  }

  ofV6(address: string): string {
    return this.#v6.of(address.toLowerCase())
  }
}
