import { Aliases, hostNames, ipv4Addresses, ipv6Addresses, macAddresses } from './aliases.ts'

/** What stands for hosts: `host1` for a bare name, `host1.example` for the same machine with its domain. */
export class HostAliases {
  readonly #hosts = new Aliases(hostNames)
  readonly #v4 = new Aliases(ipv4Addresses)
  readonly #v6 = new Aliases(ipv6Addresses)
  readonly #macs = new Aliases(macAddresses)
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

  /** The address of a network card, with its own signs between the digits. */
  ofMac(address: string): string {
    const digits = this.#macs.of(address.toLowerCase().replace(/[^\da-f]/g, ''))
    let next = 0
    const written = address.replace(/[\da-f]/gi, () => digits[next++] ?? '0')
    return /[A-F]/.test(address) && !/[a-f]/.test(address) ? written.toUpperCase() : written
  }
}
