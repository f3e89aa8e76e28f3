import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageTitle } from '../ui/page.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <Mark className="mb-5 size-12 opacity-70" />
      <PageTitle title={texts.notFound.title}>{texts.notFound.title}</PageTitle>
      <p className="mt-3 mb-7 text-ink-soft">{texts.notFound.text}</p>
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        {texts.notFound.action}
      </Link>
    </div>
  )
}
