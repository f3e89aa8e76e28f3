import { cn } from '../../ui/cn.ts'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { texts } from './texts.ts'

/** Says what Cairn is to somebody who has never seen it. */
export function Introduction() {
  const { introduction } = texts
  return (
    <section aria-label={introduction.name} className="max-lg:border-t max-lg:border-line max-lg:pt-10">
      <Wordmark className="max-lg:hidden" />
      <p className="font-serif text-2xl leading-tight font-semibold text-balance lg:mt-10 lg:text-[2.5rem]">
        {introduction.claim}
      </p>
      <ul className="mt-7 space-y-5 lg:mt-9">
        {introduction.points.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <Pebble number={index} />
            <p className="min-w-0 max-w-prose">
              <strong className="block font-semibold">{title}</strong>
              <span className="text-ink-soft">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-8 text-ink-soft">
        {/* Not a page of the sign-in's weight: loaded only by those who want to read it. */}
        <a href="/docs" className={textLinkClass}>
          {introduction.docs}
        </a>
      </p>
    </section>
  )
}

const looks = ['fill-ink-soft', 'fill-ink-soft', 'fill-accent']

/** A stone of the cairn that the points build. */
function Pebble({ number }: { number: number }) {
  return (
    <svg viewBox="0 0 36 20" aria-hidden="true" className="mt-1 h-5 w-9 shrink-0">
      <path
        d="M2 13c.4-6 5-10.500 15-10.600C28.500 2.300 33.600 6.600 34 12.600c.3 4-5 5.700-16 5.700S1.700 17 2 13Z"
        className={cn(looks[number % looks.length])}
      />
    </svg>
  )
}
