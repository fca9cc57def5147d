import { Item, SwitchItem, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { MediaField } from '#admin/parts/media-field.tsx';

/** What a topic is called and shows. */
export const TopicFields = () => (
  <>
    <TextItem name="title" label="标题" note="最多 60 个字" />
    <TextItem
      name="slug"
      label="地址"
      note="小写字母、数字和连字符，如 chip-supply-chain；网页在 /topic/ 下面"
    />
    <TextAreaItem
      name="introduction"
      label="导语"
      rows={3}
      note="显示在标题下面，也给搜索引擎；最多 1000 个字，可以不写"
      required={false}
    />
    <Item name="cover" label="封面" required={false}>
      <MediaField kind="image" label="封面" />
    </Item>
    <SwitchItem name="isOpen" label="对读者开放" note="关闭后读者打不开；没有已发布的文章时也打不开" />
  </>
);
