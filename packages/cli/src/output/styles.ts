const code = (number: number) => (text: string) => `\u001b[${number}m${text}\u001b[0m`
const plain = (text: string) => text

/** Colors for a terminal; none otherwise. They only repeat what words say. */
export function styles(hasColors: boolean) {
  const paint = (number: number) => (hasColors ? code(number) : plain)
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) }
}
