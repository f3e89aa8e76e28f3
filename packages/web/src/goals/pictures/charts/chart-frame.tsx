import type { ReactNode, Ref } from 'react'

/** A drawing as wide as its place, which a screen reader reads as one picture with a title. */
export function ChartFrame({
  svg,
  width,
  height,
  titleId,
  title,
  children,
}: {
  svg: Ref<SVGSVGElement>
  width: number
  height: number
  titleId: string
  title: string
  children: ReactNode
}) {
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      className="w-full text-[13px]"
      role="img"
      aria-labelledby={titleId}
    >
      <title id={titleId}>{title}</title>
      {children}
    </svg>
  )
}
