import type { Place } from './heap.ts'
import type { StoneKind } from './stones-below.ts'

type StoneProps = {
  place: Place
  kind: StoneKind
  /** Makes each stone of a cairn a little different. The same seed always gives the same stone. */
  seed: number
  className?: string
  /** A way for the mouse to what the stone stands for. There must be another one for the keyboard. */
  link?: StoneLink | undefined
}

export type StoneLink = { title: string; onClick: () => void }

/** A gap, so that stones can be told apart. */
const gap = 0.9

/**
 * A stone, whose shape and color both say its health: round and green, a wedge in amber, split and red, or only an outline
 * without health. A completed goal is a slab, and a paused one the outline of a slab.
 */
export function Stone({ place, kind, seed, className, link }: StoneProps) {
  const { x, y } = place
  const width = (place.width - gap) * (0.9 + 0.1 * noise(seed))
  const height = (place.height - gap) * (0.88 + 0.12 * noise(seed + 0.5))
  const tilt = (noise(seed + 0.25) - 0.5) * 7
  return (
    <g
      transform={`translate(${round(x)} ${round(y + (place.height - gap - height) / 2)}) rotate(${round(tilt)})`}
    >
      <g className={className}>{shapes[kind](width / 2, height / 2)}</g>
      {link && (
        // biome-ignore lint/a11y/noStaticElementInteractions: The keyboard reaches the same elsewhere.
        <rect
          x={-place.width / 2}
          y={-place.height / 2}
          width={place.width}
          height={place.height}
          rx="3"
          className="cursor-pointer fill-transparent stroke-transparent hover:stroke-ink-faint"
          onClick={link.onClick}
        >
          <title>{link.title}</title>
        </rect>
      )}
    </g>
  )
}

type Shape = (halfWidth: number, halfHeight: number) => React.ReactNode

const shapes: Record<StoneKind, Shape> = {
  on_track: (w, h) => <path d={pebble(w, h)} className="fill-good-fill" />,
  at_risk: (w, h) => (
    <path
      d={polygon([
        [-w, h],
        [-w * 0.35, -h],
        [w * 0.5, -h * 0.75],
        [w, h],
      ])}
      className="fill-warn-fill"
    />
  ),
  off_track: (w, h) => (
    <path
      d={
        polygon([
          [-w, h * 0.5],
          [-w * 0.6, -h],
          [w * 0.05, -h],
          [-w * 0.3, h],
          [-w * 0.8, h],
        ]) +
        polygon([
          [w * 0.38, -h * 0.9],
          [w, -h * 0.1],
          [w * 0.8, h],
          [w * 0.05, h],
        ])
      }
      className="fill-bad-fill"
    />
  ),
  none: (w, h) => (
    <path
      d={pebble(w - 0.5, h - 0.5)}
      fill="none"
      strokeWidth="1"
      vectorEffect="non-scaling-stroke"
      className="stroke-none-fill"
    />
  ),
  completed: (w, h) => <path d={slab(w, h)} className="fill-accent" />,
  paused: (w, h) => (
    <path
      d={slab(w - 0.5, h - 0.5)}
      fill="none"
      strokeWidth="1"
      vectorEffect="non-scaling-stroke"
      className="stroke-none-fill"
    />
  ),
}

function slab(w: number, h: number): string {
  const edge = Math.min(w, h) * 0.35
  return polygon([
    [-w, h],
    [-w, -h * 0.55],
    [-w + edge, -h * 0.8],
    [w - edge, -h * 0.8],
    [w, -h * 0.55],
    [w, h],
  ])
}

/** Flat below and rounder above, as a stone lies. */
function pebble(w: number, h: number): string {
  const [a, b] = [round(w), round(h)]
  const bend = round(w * 0.55)
  return `M${-a} ${round(h * 0.25)}C${-a} ${round(-h * 0.6)} ${-bend} ${-b} 0 ${-b}S${a} ${round(-h * 0.6)} ${a} ${round(h * 0.25)}S${bend} ${b} 0 ${b}S${-a} ${round(h * 0.85)} ${-a} ${round(h * 0.25)}Z`
}

function polygon(points: [x: number, y: number][]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A number from 0 to 1 that looks random. */
function noise(seed: number): number {
  const value = Math.sin(seed * 127.1 + 11.7) * 43_758.545_3
  return value - Math.floor(value)
}
