/**
 * Returns the email addresses in a text that was typed or pasted, each once: `ann@example.com, Ben <ben@example.com>`, or one a line. What
 * is no address stays among them, so that the form can name it.
 */
export function addressesIn(text: string): string[] {
  const found = text
    // A name in quotes may hold commas.
    .replaceAll(/"[^"]*"(?=\s*<)/g, '')
    .split(/[,;\n\r]/)
    .flatMap((part) => /<([^<>]*)>\s*$/.exec(part)?.slice(1) ?? part.trim().split(/\s+/))
    .map((address) => address.trim())
  const byAddress = new Map(found.map((address) => [address.toLowerCase(), address]))
  byAddress.delete('')
  return [...byAddress.values()]
}
