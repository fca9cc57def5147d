import { lazy, Suspense, useMemo, useState } from 'react';
import { toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { useSiteContext } from '#web/site.ts';
import type { ContestPlayer } from '../schema.ts';
import { playerPath } from './contest-choice.ts';
import type { Poster } from './draw-poster.ts';
import type { PlayerData } from './player-data.ts';
import { returnHistoryOf } from './return-history.ts';

const PosterView = lazy(() => import('./poster-view.tsx').then((module) => ({ default: module.PosterView })));

type ShareResultProps = { data: PlayerData; seasonPlace: ContestPlayer['places'][number] };

/** Renders a picture of a player's result, with a QR code that leads to their page. */
export function ShareResult({ data, seasonPlace }: ShareResultProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { player } = data;
  return (
    <>
      <Button size="s" icon="share" onClick={() => setIsOpen(true)}>
        分享战绩
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="分享战绩" width={480}>
        <Suspense fallback={<TextSkeleton count={6} label="海报加载中" />}>
          {isOpen && (
            <PosterPreview data={data} seasonPlace={seasonPlace} title={`${player.name}的模拟战绩`} />
          )}
        </Suspense>
      </Dialog>
    </>
  );
}

function PosterPreview({
  data: { player, season },
  seasonPlace,
  title,
}: ShareResultProps & { title: string }) {
  const { site } = useSiteContext();
  const poster = useMemo((): Poster => {
    const { own, index } = returnHistoryOf(player, season.startingCash);
    // Starts with a point at 0, so that the first evening is already a line.
    const points = [0, ...own].map((value, at) => ({
      value: value ?? 0,
      index: index && (at === 0 ? 0 : (index[at - 1] ?? null)),
    }));
    return {
      site: site.name,
      season: season.name,
      player: player.name,
      place: `总榜第 ${seasonPlace.place} 名`,
      gain: writeReturn(seasonPlace.returnPpm),
      tone: toneOfReturn(seasonPlace.returnPpm),
      figures: [
        { label: '模拟总资产', value: writeTurnover(seasonPlace.assets) },
        { label: '最大回撤', value: writeShare(seasonPlace.drawdownPpm) },
        { label: '胜率', value: writeShare(seasonPlace.winRatePpm) },
      ],
      points,
      asOf: season.clearedOn ? `截至 ${season.clearedOn} 收盘` : '',
      indexName: season.index?.name ?? null,
      address: `${site.url || location.origin}${playerPath(player.id)}`,
    };
  }, [player, season, seasonPlace, site]);
  return <PosterView poster={poster} title={title} />;
}
