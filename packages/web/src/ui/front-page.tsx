import type { ReactNode } from 'react'
import { Wordmark } from './mark.tsx'
import { PageTitle } from './page.tsx'

type FrontPageProps = { title: string; intro?: ReactNode; children: ReactNode; footer?: ReactNode }

/** The frame of pages before the sign-in: one column, one task. */
export function FrontPage({ title, intro, children, footer }: FrontPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-10">
      <Wordmark className="mb-8 justify-center" />
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
    </main>
  )
}

export const textLinkClass = 'font-medium text-accent underline underline-offset-4 hover:text-accent-strong'
