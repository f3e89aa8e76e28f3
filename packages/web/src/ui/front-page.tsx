import { languages } from '@cairn/contract/http/language'
import type { ReactNode } from 'react'
import { chooseLanguage, language, languageNames } from '../language/language.ts'
import { cn } from './cn.ts'
import { Wordmark } from './mark.tsx'
import { PageTitle } from './page.tsx'

/** Their address had a token, which is gone from it. Loading the page again would lose it. */
const pagesOfLinks = /^\/(?:verify-email|reset-password|unsubscribe)\b/

/** Offers the other languages to somebody who has not signed in. Those who have find them in the settings. */
function LanguageLink() {
  if (pagesOfLinks.test(location.pathname)) return null
  return (
    <p className="mt-6 flex justify-center gap-2 text-sm">
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <button
            key={other}
            type="button"
            lang={other}
            onClick={() => chooseLanguage(other)}
            className="min-h-10 rounded-lg px-3 text-ink-faint underline-offset-4 hover:text-ink hover:underline"
          >
            {languageNames[other]}
          </button>
        ))}
    </p>
  )
}

type FrontPageProps = {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** A description of the service, beside the task on a laptop and below it on a phone. */
  aside?: ReactNode
}

/** The frame of pages before the sign-in: one task. */
export function FrontPage({ title, intro, children, footer, aside }: FrontPageProps) {
  return (
    <main
      className={cn(
        'mx-auto flex min-h-dvh w-full flex-col px-5 py-10',
        aside
          ? 'max-w-md gap-12 lg:grid lg:max-w-5xl lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-center lg:gap-20 xl:max-w-6xl'
          : 'max-w-md justify-center',
      )}
    >
      <div className={cn(aside !== undefined && 'lg:order-2')}>
        <Wordmark className={cn('mb-8 w-full justify-center', aside !== undefined && 'lg:hidden')} />
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-raised sm:p-8">
          <header className="mb-6 space-y-2">
            <PageTitle title={title} className="text-[1.625rem] sm:text-[1.75rem]">
              {title}
            </PageTitle>
            {intro && <p className="text-ink-soft">{intro}</p>}
          </header>
          {children}
        </div>
        {footer && <p className="mt-6 text-center text-ink-soft">{footer}</p>}
        <LanguageLink />
      </div>
      {aside}
    </main>
  )
}

export const textLinkClass = 'font-medium text-accent underline underline-offset-4 hover:text-accent-strong'
