import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { followOutline } from './outline.ts'
import { texts } from './texts.ts'

/** The allowed HTML. Raw HTML in the source is dropped before this. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

/** Unsafe addresses have been removed, which leaves only the text. */
function MarkdownLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const isInPage = href.startsWith('#')
  return (
    <a href={href} rel="noreferrer nofollow" {...(!isInPage && { target: '_blank' })}>
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  // Images become links: they would tell another site who reads, and the content security policy blocks them.
  img: ({ src, alt }) => (
    <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || texts.image}</MarkdownLink>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, also with the keyboard.
    <table tabIndex={0}>{children}</table>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? texts.done : texts.notDone}>
      {checked ? '☑' : '☐'}
    </span>
  ),
}

export default function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema], followOutline]}
        components={components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
