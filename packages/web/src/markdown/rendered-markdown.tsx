import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

/** What Markdown may become. Raw HTML is dropped before this list is asked. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

/** What was no harmless address has been taken away, and only the words are left. */
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
  // The page has its own first and second level.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  // An image would tell another site who reads, and the content security policy does not load it: a link instead.
  img: ({ src, alt }) => (
    <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</MarkdownLink>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done' : 'not done'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
}

export default function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        components={components}
        skipHtml
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
