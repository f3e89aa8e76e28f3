import type { EmailBlock, EmailContent } from './email-block.ts'

/** An email as plain text: a paragraph for each block, every address on a line of its own. */
export function renderText({ blocks, footer }: EmailContent): string {
  const content = blocks.map(paragraphOf).join('\n\n')
  if (footer.length === 0) return `${content}\n`
  const lines = footer.map(({ text, url }) => (url === undefined ? text : `${text}: ${url}`))
  // Email programs hide what follows this line when they quote (RFC 3676, section 4.3).
  return `${content}\n\n-- \n${lines.join('\n')}\n`
}

function paragraphOf(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'-'.repeat([...block.text].length)}`
    case 'text':
      return block.text
    case 'button':
      return `${block.text}:\n${block.url}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'goals':
      return block.goals
        .map(({ title, url, notes }) =>
          [title, ...notes.map(({ text }) => `  ${text}`), `  ${url}`].join('\n'),
        )
        .join('\n\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
  }
}
