import { Link, Outlet } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { texts } from './texts.ts'

/** The frame of the API reference, which needs no sign-in. */
export function DocsLayout() {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2 focus:shadow-floating"
      >
        {texts.skip}
      </a>
      <header className="border-b border-line bg-paper">
        <div className="mx-auto flex max-w-5xl items-center justify-between gap-4 px-4 py-2.5 sm:px-8">
          <Link to="/docs" className="flex items-center gap-3 rounded-lg">
            <Wordmark />
            <span className="text-ink-soft max-[420px]:sr-only">{texts.title}</span>
          </Link>
          <Link to="/home" className={buttonClass({ size: 'small' })}>
            {texts.open}
          </Link>
        </div>
      </header>
      {texts.onlyEnglish && (
        <p className="mx-auto max-w-5xl px-4 pt-7 text-ink-soft sm:px-8">{texts.onlyEnglish}</p>
      )}
      <main id="main" lang="en" className="mx-auto w-full max-w-5xl px-4 pt-7 pb-20 sm:px-8 lg:pt-10">
        <Outlet />
      </main>
    </>
  )
}
