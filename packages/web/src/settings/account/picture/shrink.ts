import { maximumPictureBytes, pictureType } from '@cairn/contract/schemas/people/pictures'
import { firstThatFits, squareOf } from './square.ts'

/** A picture that is ready to be sent, and to be drawn. */
export type Shrunk = { blob: Blob; bitmap: ImageBitmap }

/**
 * Cuts the middle square out of a picture and makes it small enough. Only pixels remain: no place and time of a photo.
 *
 * @throws `NoWebp` if the browser cannot make WebP, and anything else if it cannot read the file.
 */
export async function shrink(file: Blob): Promise<Shrunk> {
  const source = await createImageBitmap(file)
  const { x, y, side: part } = squareOf(source)
  const canvas = document.createElement('canvas')
  try {
    const blob = await firstThatFits(
      ({ side, quality }) => {
        canvas.width = side
        canvas.height = side
        const context = canvas.getContext('2d')
        if (!context) throw new Error('There is no canvas.')
        // What is transparent would show the initials below.
        context.fillStyle = '#fff'
        context.fillRect(0, 0, side, side)
        context.imageSmoothingQuality = 'high'
        context.drawImage(source, x, y, part, part, 0, 0, side, side)
        return new Promise((resolve) => canvas.toBlob(resolve, pictureType, quality))
      },
      { type: pictureType, maximumBytes: maximumPictureBytes },
    )
    return { blob, bitmap: await createImageBitmap(blob) }
  } finally {
    source.close()
  }
}
