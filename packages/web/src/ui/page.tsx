import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

/** Whether the app has shown a page before. The first one does not move the focus. */
let hasShownPage = false

/** The end of every page title. Includes the organization if the person has several. */
export const SiteName = createContext('Cairn')

type PageTitleProps = { children: ReactNode; title: string; className?: string }

/**
 * The heading of a page. It sets the document's title and takes the focus after a navigation, so that keyboards and screen
 * readers start at the new page and not at a link that is gone.
 */
export function PageTitle({ children, title, className = 'text-[1.75rem] sm:text-[2rem]' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const siteName = use(SiteName)
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title, siteName])
  useEffect(() => {
    if (hasShownPage) heading.current?.focus({ preventScroll: true })
    hasShownPage = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={cn('font-serif leading-tight font-semibold', className)}>
      {children}
    </h1>
  )
}

type PageProps = {
  title: string
  heading?: ReactNode
  intro?: ReactNode
  actions?: ReactNode
  /** For lists and charts, which use the whole width of a large screen. Text is easier to read in a narrow page. */
  isWide?: boolean
  children: ReactNode
}

type CompactPageProps = Omit<PageProps, 'heading' | 'isWide'> & {
  /** Links between title and actions. On a small screen, they have a row of their own. */
  links?: ReactNode
}

/** A wide page that begins with its content as soon as possible: for lists that somebody looks through every day. */
export function CompactPage({ title, intro, links, actions, children }: CompactPageProps) {
  return (
    <div className="-mt-5 space-y-1.5 sm:space-y-2.5 lg:-mt-7" data-wide>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-0.5 sm:gap-y-2">
        <div className="flex min-w-0 items-baseline gap-2.5 max-lg:flex-1">
          <PageTitle title={title} className="text-[1.375rem] whitespace-nowrap">
            {title}
          </PageTitle>
          {intro && <p className="min-w-0 truncate text-sm text-ink-faint">{intro}</p>}
        </div>
        <div className="min-w-0 max-lg:order-last max-lg:basis-full lg:flex-1">{links}</div>
        <div className="flex items-center gap-1 sm:gap-3 print:hidden">{actions}</div>
      </header>
      {children}
    </div>
  )
}

export function Page({ title, heading, intro, actions, isWide, children }: PageProps) {
  return (
    <div className="space-y-8" data-wide={isWide || undefined}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-44 space-y-2">
          <PageTitle title={title}>{heading ?? title}</PageTitle>
          {intro && <p className="max-w-prose text-ink-soft">{intro}</p>}
        </div>
        {actions && <div className="flex print:hidden flex-wrap items-center gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export const panelClass = 'rounded-2xl border border-line bg-surface p-5 shadow-raised sm:p-6'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={cn(panelClass, className)}>{children}</section>
}

export function SectionTitle({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <h2 id={id} className="font-serif text-xl leading-snug font-semibold">
      {children}
    </h2>
  )
}
